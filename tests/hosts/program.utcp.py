deleted = odd_delete(from_="here", cik_a=3)
omitted = odd_delete(from_="here")
items = odd_list_items()
return {"deleted": deleted, "omitted": omitted, "items": items, "user": odd_get_user(id_=1)}
