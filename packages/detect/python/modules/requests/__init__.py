"""Importable, and mockable in unit tests; every call fails, because detections have no network."""

from requests import exceptions
from requests.exceptions import ConnectionError, HTTPError, RequestException, Timeout

REASON = 'network access is not available to detections'


def request(method, url, **options):
    raise ConnectionError(f'{method} {url}: {REASON}')


def get(url, **options):
    return request('GET', url)


def options(url, **options):
    return request('OPTIONS', url)


def head(url, **options):
    return request('HEAD', url)


def post(url, **options):
    return request('POST', url)


def put(url, **options):
    return request('PUT', url)


def patch(url, **options):
    return request('PATCH', url)


def delete(url, **options):
    return request('DELETE', url)


class Session:
    def __init__(self):
        self.headers = {}
        self.auth = None

    def __enter__(self):
        return self

    def __exit__(self, *details):
        return None

    def close(self):
        return None

    def request(self, method, url, **options):
        return request(method, url)

    def get(self, url, **options):
        return request('GET', url)

    def post(self, url, **options):
        return request('POST', url)

    def put(self, url, **options):
        return request('PUT', url)

    def patch(self, url, **options):
        return request('PATCH', url)

    def delete(self, url, **options):
        return request('DELETE', url)


def session():
    return Session()
