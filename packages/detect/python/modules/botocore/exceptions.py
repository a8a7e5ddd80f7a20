class BotoCoreError(Exception):
    fmt = 'An unspecified error occurred'

    def __init__(self, **kwargs):
        super().__init__(kwargs.get('msg') or self.fmt)
        self.kwargs = kwargs


class NoCredentialsError(BotoCoreError):
    fmt = 'Unable to locate credentials'


class PartialCredentialsError(BotoCoreError):
    fmt = 'Partial credentials found'


class NoRegionError(BotoCoreError):
    fmt = 'You must specify a region.'


class ParamValidationError(BotoCoreError):
    fmt = 'Parameter validation failed'


class EndpointConnectionError(BotoCoreError):
    fmt = 'Could not connect to the endpoint'


class NetworkUnavailable(NoCredentialsError, EndpointConnectionError):
    """What every call raises here. Rules that provide for missing credentials go on."""


class ClientError(Exception):
    def __init__(self, error_response, operation_name):
        error = error_response.get('Error', {})
        code, message = error.get('Code', 'Unknown'), error.get('Message', 'Unknown')
        super().__init__(f'An error occurred ({code}) when calling the {operation_name} operation: {message}')
        self.response = error_response
        self.operation_name = operation_name
