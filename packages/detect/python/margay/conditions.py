def condition_of(content, number):
    return None
