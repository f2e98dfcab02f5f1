"""A little English: which verbs say what a tool does, in whatever form they stand."""

from __future__ import annotations

import re
from functools import lru_cache

from .patterns import later
from .words import MUTATING_VERBS, READING_VERBS, word_set

VERBS = (
    MUTATING_VERBS
    | READING_VERBS
    | word_set("""
    abort accept access acknowledge acquire activate adjust aggregate alert align allocate allow amend analyse
    analyze annotate answer apply arrange ask assert assess assign associate attach audit authenticate authorize
    autofill automate backup ban batch begin benchmark bind blame block bookmark boot branch break browse build bulk
    bypass calculate call capture cast change chart chat checkout choose classify clean clear click clone collapse
    collect combine compact complete compile compose compress compute condense configure confirm connect consolidate
    construct consume contact continue control convert coordinate copy correct crawl crop cut debug decline decode
    decrypt deduce define deliver deploy derive detach detect determine discard disconnect discover dismiss display
    dispatch divide double download draft drag draw duplicate echo elicit embed emit emulate encode encrypt end
    enqueue ensure enter enumerate escalate establish estimate evaluate examine exchange exclude expand expire
    explore expose extend extract feed fill filter finalize finish fix flag flatten flip flush focus follow force
    forecast fork format forward freeze gather generate give grab grant group guess guide halt handle help hide
    highlight hold hover identify ignore import include increment index infer inform initialize initiate inject
    inquire instantiate integrate intercept interact interpolate interpret invalidate invite invoke issue iterate
    join jump keep label launch lay lead learn leave let limit link load locate lock log login logout look make
    manage manipulate map mark match measure migrate mimic mint mirror mock monitor mount multiply mute name
    navigate negotiate normalize notify observe obtain offer open operate optimize orchestrate order organize output
    overwrite package paint parse partition paste pause perform persist pick pin ping pipe place plan play plot poll
    pop populate predict prepare present preserve press print prioritize probe process produce profile promote
    prompt propose protect provide provision prune pull query queue quote raise rank rate react reassign rebase
    rebuild recall receive recommend reconcile record recover redirect redo reduce refer refine reflect refresh
    refund register reject release relate relaunch reload remind render reopen reorder reorganize repair repeat
    reply report represent reproduce request require reschedule reserve resize resolve respond restrict resume
    retain retire retrieve retry return reverse revert review rewind rewrite roll route run sample sanitize save
    scale schedule score scrape screenshot scroll seek select serialize serve settle share shift shorten shuffle
    sign signal simulate skip sleep slice snooze solve sort specify spin split spawn squash stage star state step
    store stream stringify strip structure subscribe subtract suggest sum summarize supply support suspend swap
    switch sync synchronize tag take tap target tell test text think throttle tick time toggle trace track trade
    train transcribe transform transition translate transpose trash traverse trigger trim truncate try turn type
    unarchive unassign unblock uncheck undo unfollow unhide unlink unlock unmount unpack unpin unregister unset
    unstage unsubscribe unwatch upgrade use validate verify visit visualize vote wait wake walk warn watch work wrap
    yield zip zoom lint rollback deobfuscate bundle decompile disassemble minify beautify tokenize vectorize fuzz
    triage inventory diagnose troubleshoot uncover surface spell proofread paraphrase accelerate accumulate adapt
    administer advance advise amplify appraise assemble assist augment await become calibrate carry clarify coach
    coalesce collate come complement concatenate conclude conduct consult contain correlate craft curate customize
    deallocate decommission deduct defer delegate demonstrate demote depict deprecate deprovision develop
    differentiate disassociate discuss dispose distinguish distribute drive earn eject eliminate empower encourage
    endorse enforce engage enhance enlarge enrich equalize evict exempt exit expedite express extrapolate fade go
    govern greet harvest hoist illustrate imitate impersonate implement improve infect inflate introduce
    investigate isolate itemize judge justify liberate localize maintain materialize maximize mediate memorize
    minimize moderate modernize nominate obfuscate offload omit onboard optimise oversee parallelize peek permute
    personalize polish precompute prescribe prevent proceed procure prohibit prorate provoke pursue quantify
    quarantine randomize rasterize realign reallocate rearrange recalculate recap reclaim recompute recruit recurse
    recycle redeem redeploy redraw regenerate rehearse reimburse reindex reinforce reinstall reinstate remap
    remediate repaint reparse rephrase replay replicate repost reprint reprocess rescale rescan resend resign
    resubmit resync retrain reveal revise reword satisfy scramble scrub see separate showcase shrink shut sift
    solicit splice stabilize standardize steer stitch strengthen subdivide succeed supersede supervise supplement
    suppress tabulate tailor throw transact transmit transport unbind uncompress understand unfreeze unify unload
    unmap unmask unmute unpause unsend untag unwrap unzip upvote utilize vary yank
    announce anonymize animate bid blend borrow bring broadcast bump buy categorize coerce deactivate decompress
    decrease deduplicate dedupe deny deserialize dial donate downgrade downscale enroll forget geocode halve heal
    hydrate increase invent invert invest lemmatize lend lengthen listen mend mix narrow negate notarize pay
    photograph poke postpone prefetch preload prepend recognise recognize redact remember renew repay reshape say
    sell sharpen sketch speak spellcheck substitute synthesize teach thaw tidy underline upscale weigh widen withdraw
""")
)
"""Verbs that begin the description of a tool somewhere."""

_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
_LATIN = re.compile(r"[A-Za-z]")
_LITTLE = re.compile(
    r"\b(?:the|an|of|to|in|for|and|or|on|with|by|from|is|are|be|this|that|it|at|as|all|not|if|when|your|its)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=16_384)
def stems(word: str) -> frozenset[str]:
    """Return what a word may be a form of: `copies`, `copying`, `copied` → `copy`."""
    word = word.lower()
    out = {word}
    for ending, instead in (
        ("s", ""), ("es", ""), ("ies", "y"), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("ied", "y"),
        ("d", ""), ("or", ""), ("er", ""), ("er", "e"), ("or", "e"), ("ion", ""), ("ion", "e"), ("ation", "e"),
        ("al", ""), ("al", "e"),
    ):  # fmt: skip
        if word.endswith(ending) and len(word) >= len(ending) + 2:
            out.add(word[: len(word) - len(ending)] + instead)
    out |= {stem[:-2] + "ze" for stem in out if stem.endswith(("ise", "yse"))}
    for stem in list(out):
        if len(stem) > 3 and stem[-1] == stem[-2]:
            out.add(stem[:-1])
    return frozenset(out)


@lru_cache(maxsize=16_384)
def is_verb(word: str) -> bool:
    """Whether a word is a form of a verb that says what a tool does; `un` and `re` may stand before one."""
    forms = stems(word)
    if not VERBS.isdisjoint(forms):
        return True
    return any(form[:2] in ("un", "re") and form[2:].lstrip("-") in VERBS for form in forms)


def _ascii_lower(text: str) -> str:
    """Return the text with small Latin letters; other letters, which may become several or Latin ones, stay."""
    return text.translate(_SMALL)


_SMALL = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def words_of(text: str) -> list[str]:
    """Return the English words of a text, in lower case."""
    return _WORD.findall(text.lower() if text.isascii() else _ascii_lower(text))


_ORDER = re.compile(
    r"\W*([A-Z][a-z]+)\W+(?:the|an?|one|all|each|every|any|this|these|those|your|its|their|our|several|how|whether|which)\b"
)
_NO_ORDER = word_set("""
    about above across after against all along also although among and another any around as at because before behind
    below beneath beside besides between beyond both but by despite down during each either every except for from half
    how if in inside instead into is just like many merely more most near neither no nor not of off on once one only
    onto or otherwise out outside over past per quite same simply since so some such than that the then there these
    this those though through throughout to toward towards under unless until up upon what when where whereas whether
    which while with within without yet your
""")


def begins_with_order(text: str) -> bool:
    """Whether a text begins as an order does, whatever its verb (`Charge the card`)."""
    found = _ORDER.match(text)
    return found is not None and found[1].lower() not in _NO_ORDER and not found[1].endswith("ly")


@lru_cache(maxsize=16)  # several rules ask for the same text in a row
def is_english(text: str) -> bool:
    """Whether it makes sense to look for English words: the letters are Latin, and a longer text has little ones."""
    if not text.isascii():
        beginning = text[:200]
        if len(_LATIN.findall(beginning)) * 2 < sum(map(str.isalpha, beginning)):
            return False
    return _LITTLE.search(text, 0, 2_000) is not None or len(words_of(text)) < 8


_END = re.compile(r"(?<=[a-z0-9)\]\"'`*])[.!?](?=\s|$)|\n\s*\n")


_HEADING = later(r"(?:#{1,6}[ \t]+[^\n]*|\*\*[^*\n]{1,60}\*\*:?|[^\n]{1,60}:)[ \t]*\n\s*\n")
_LIST_MARK = later(r"(?:\A|\n)[ \t]*\d{1,3}\Z")


def first_sentence(text: str) -> str:
    """Return the first sentence (or paragraph) of a text; a heading above it and the number of a list are none."""
    text = text.strip()
    while (heading := _HEADING.match(text)) is not None:
        text = text[heading.end() :]
    for found in _END.finditer(text):
        if _LIST_MARK.search(text, max(0, found.start() - 80), found.start()) is None:
            return text[: found.start()]
    return text
