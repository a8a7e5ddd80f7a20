import type { SimpleFault } from '../fault.ts';
import type { SpecifierSource } from '../specifier.ts';
import type { Scalar } from '../given.ts';

/** What the Rule Builder shows and changes. Plain data, in the words of the YAML. */
export interface BuilderModel {
  detect: BuilderGroup;
  alertTitle?: string;
  alertContext?: { keyName: string; target: SpecifierSource }[];
  groupBy?: SpecifierSource[];
  dynamicSeverities?: { changeTo: string; conditions: BuilderGroup }[];
}

/** Shown as All or Any. */
export interface BuilderGroup {
  conjunction: 'and' | 'or';
  nodes: BuilderNode[];
}

export type BuilderNode = BuilderGroup | BuilderCondition;

export interface BuilderCondition {
  target: SpecifierSource;
  /** A condition by its name in the YAML. */
  operator: string;
  value?: Scalar;
  values?: Scalar[];
}

/** Groups within the list a detection is. */
export const deepestBuilderGroup = 3;

/** Why something cannot be shown in the Rule Builder. */
export interface NotRepresentable {
  kind: 'syntax' | 'depth' | 'form';
  message: string;
  /** Where the kind is `syntax`. */
  faults?: SimpleFault[];
}
