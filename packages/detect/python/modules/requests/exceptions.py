class RequestException(IOError):
    def __init__(self, *arguments, **options):
        self.response = options.pop('response', None)
        self.request = options.pop('request', None)
        super().__init__(*arguments)


class HTTPError(RequestException):
    pass


class ConnectionError(RequestException):
    pass


class Timeout(RequestException):
    pass


class ConnectTimeout(ConnectionError, Timeout):
    pass


class ReadTimeout(Timeout):
    pass


class JSONDecodeError(RequestException, ValueError):
    pass
