/** What is right or wrong with a source. */
export interface SourceCheck {
  name: string;
  healthy: boolean;
  message: string;
  checkedAt: Date;
}
