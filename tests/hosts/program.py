out = {}
deleted = await odd_delete(from_="here", cik_a=3)
omitted = await odd_delete(from_="here")
items = await odd_list_items()
user = await odd_get_user(id_=1)
failed = None
try:
    await odd_fail()
except Exception as error:
    failed = str(error)
{"deleted": deleted, "omitted": omitted, "items": items, "user": user, "failed": failed}
