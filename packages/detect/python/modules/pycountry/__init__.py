"""Countries by two-letter code or name."""

from pycountry.names import NAMES, USUAL_NAMES


class Country:
    def __init__(self, alpha_2, name):
        self.alpha_2 = alpha_2
        self.name = name

    def __repr__(self):
        return f'Country(alpha_2={self.alpha_2!r}, name={self.name!r})'


class _Countries:
    def __init__(self, names, usual_names):
        self._all = [Country(code, name) for code, name in names.items()]
        self._by_code = {country.alpha_2.lower(): country for country in self._all}
        self._by_name = {name.lower(): self._by_code[code.lower()] for code, name in usual_names.items()}
        self._by_name.update((country.name.lower(), country) for country in self._all)

    def __iter__(self):
        return iter(self._all)

    def __len__(self):
        return len(self._all)

    def get(self, default=None, alpha_2=None, name=None):
        if alpha_2 is not None:
            return self._by_code.get(alpha_2.lower(), default)
        return self._by_name.get((name or '').lower(), default)

    def lookup(self, value):
        """By code or name; LookupError where there is none."""
        found = self._by_code.get(value.lower()) or self._by_name.get(value.lower())
        if found is None:
            raise LookupError(f'Could not find a record for {value!r}')
        return found

    def search_fuzzy(self, query):
        found = [country for country in self._all if query.lower() in country.name.lower()]
        if not found:
            raise LookupError(query)
        return found


countries = _Countries(NAMES, USUAL_NAMES)
