export const pairViews = ['failing', 'errors', 'passing', 'suppressed'] as const;
export type PairView = (typeof pairViews)[number];

export const policySections = ['resources', 'details', 'history'] as const;
export type PolicySection = (typeof policySections)[number];

export interface PolicyPageSearch {
  section?: PolicySection | undefined;
  show?: PairView | undefined;
  search?: string | undefined;
  page: number;
  /** Of the history: the version shown and the one it is compared with. */
  version?: number | undefined;
  against?: number | undefined;
}

export interface PolicyPageProps {
  id: string;
  search: PolicyPageSearch;
  onSearch: (change: Partial<PolicyPageSearch>) => void;
  onDeleted: () => void;
}
