"""Conditions over event fields as plain data: True, False, {'all': [...]}, {'any': [...]} or one test of one field.

A test is exact, so its negation is exact; conditions built from tests may be wider than the truth, never narrower.
"""


def is_test(condition):
    return isinstance(condition, dict) and 'is' in condition


def test(path, question):
    return {'path': path, 'is': question}


def negate(condition):
    """Exact only where the condition is."""
    if isinstance(condition, bool):
        return not condition
    if 'all' in condition:
        return any_of(*(negate(part) for part in condition['all']))
    if 'any' in condition:
        return all_of(*(negate(part) for part in condition['any']))
    turned = {'path': condition['path'], 'is': condition['is']}
    if not condition.get('not'):
        turned['not'] = True
    return turned


def all_of(*parts):
    return _combine('all', 'any', True, parts)


def any_of(*parts):
    return _combine('any', 'all', False, parts)


def _combine(own, other, neutral, parts):
    kept = []
    for part in parts:
        if part is neutral:
            continue
        if part is (not neutral):
            return part
        for piece in part[own] if own in part else (part,):
            if piece not in kept:
                kept.append(piece)
    # A or (A and B) is A; A and (A or B) is A.
    kept = [piece for piece in kept if not _is_absorbed(piece, other, kept)]
    if not kept:
        return neutral
    return kept[0] if len(kept) == 1 else {own: kept}


def _is_absorbed(piece, other, kept):
    return other in piece and any(factor is not piece and factor in piece[other] for factor in kept)


def factored(condition):
    """(A and B) or (A and C) as A and (B or C): shorter, and A alone often decides."""
    if isinstance(condition, bool) or 'any' not in condition:
        return condition
    branches = [branch['all'] if 'all' in branch else [branch] for branch in condition['any']]
    shared = [factor for factor in branches[0] if all(factor in branch for branch in branches[1:])]
    if not shared:
        return condition
    rests = [all_of(*(factor for factor in branch if factor not in shared)) for branch in branches]
    return all_of(*shared, factored(any_of(*rests)))


def size(condition):
    if isinstance(condition, bool):
        return 1
    parts = condition.get('all') or condition.get('any')
    return 1 if parts is None else 1 + sum(size(part) for part in parts)
