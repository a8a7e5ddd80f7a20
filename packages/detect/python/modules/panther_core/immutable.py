from margay.views import ImmutableCaseInsensitiveDict, ImmutableList, json_encoder

__all__ = ['ImmutableCaseInsensitiveDict', 'ImmutableList', 'json_encoder']
