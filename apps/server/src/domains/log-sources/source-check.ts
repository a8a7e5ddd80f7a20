/** What is right or wrong with a source. */
export interface SourceCheck {
  name: string;
  healthy: boolean;
  /** Healthy, and somebody should have a look all the same. */
  warning?: boolean;
  message: string;
  checkedAt: Date;
}
