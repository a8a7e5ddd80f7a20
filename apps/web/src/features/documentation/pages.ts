/** The pages of `docs/running`, by the name of their file without its ending; each is loaded when it is opened. */
const files = import.meta.glob<string>('../../../../../docs/running/*.md', {
  query: '?raw',
  import: 'default',
});

const loaders = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.md$/g, ''), load] as const),
);

export const pageNames: readonly string[] = [...loaders.keys()].toSorted();

/** The Markdown of a page; undefined when there is none of this name. */
export async function loadPage(name: string): Promise<string | undefined> {
  return loaders.get(name)?.();
}
