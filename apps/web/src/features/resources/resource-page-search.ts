export const policyViews = ['failing', 'errors', 'suppressed'] as const;
export type PolicyView = (typeof policyViews)[number];

export interface ResourcePageSearch {
  show?: PolicyView | undefined;
  page: number;
}

export interface ResourcePageProps {
  id: string;
  search: ResourcePageSearch;
  onSearch: (change: Partial<ResourcePageSearch>) => void;
}
