"""The exception classes of botocore; see boto3."""
