/** Where objects are in S3-compatible storage. */
export interface S3Address {
  bucket: string;
  /** Before every key, with its slash; empty when there is none. */
  prefix: string;
  /** Undefined: Amazon's own of the region. */
  endpoint: string | undefined;
  region: string | undefined;
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixText = /^[A-Za-z0-9!_.*'()=/-]*$/;
const known = ['endpoint', 'region'];

/** Reads `s3://bucket/prefix?endpoint=https://host:port&region=name`. A text says what is wrong, to follow the setting's name. */
export function readS3Address(text: string): S3Address | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:') return 'must look like s3://bucket/prefix?endpoint=https://host&region=name';
  if (url.username !== '' || url.password !== '') {
    return 'must not hold credentials: give them as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  }
  if (url.port !== '' || !bucketName.test(url.hostname)) {
    return `names the bucket "${url.host}", which is no name of a bucket: 3 to 63 lower case letters, digits, dots and dashes. The address of the storage goes into ?endpoint=`;
  }
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  if (!prefixText.test(prefix) || prefix.split('/').some((part) => part === '.' || part === '..')) {
    return `has a prefix with a character that is not allowed: letters, digits and !_.*'()=/- are`;
  }
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) return `has the option "${unknown}"; there are endpoint and region`;
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint)) {
    return 'has an endpoint that is not like https://host or http://host:port';
  }
  const region = url.searchParams.get('region') ?? undefined;
  if (region !== undefined && !/^[a-z0-9-]{2,40}$/.test(region)) {
    return `has the region "${region}", which is no name of a region, like us-east-1`;
  }
  return { bucket: url.hostname, prefix: prefix === '' ? '' : `${prefix}/`, endpoint, region };
}
