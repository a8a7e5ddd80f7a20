/** What people call a resource: its attribute Name, else the last part of an ARN, else its id. */
export function resourceName(id: string, attributes?: Record<string, unknown> | null): string {
  const name = attributes?.['Name'];
  if (typeof name === 'string' && name.trim() !== '') return name;
  if (!id.startsWith('arn:')) return id;
  // arn:partition:service:region:account:resource, and the resource may hold colons itself.
  return id.split(':').slice(5).join(':') || id;
}

/** Its region, as the attributes or an ARN tell. */
export function resourceRegion(id: string, attributes?: Record<string, unknown> | null): string | undefined {
  const region = attributes?.['Region'];
  if (typeof region === 'string' && region !== '') return region;
  return (id.startsWith('arn:') && id.split(':')[3]) || undefined;
}
