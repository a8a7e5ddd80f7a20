import type { Sql } from '@margay/store';

/** Whom passwords let in, where somebody says so: single sign-on. */
export interface PasswordRule {
  /** Whether passwords are refused to anybody. */
  isOn(): boolean;
  /** Whether a password lets in somebody with this role. */
  letsIn(roleId: string | null, within?: Sql): Promise<boolean>;
  /** Throws `InvalidUpdate` where the rule is on and no Admin is left who comes in without a password. */
  assertAdministered(tx: Sql): Promise<void>;
}

/** As long as nobody says otherwise. */
export const passwordsForAll: PasswordRule = {
  isOn: () => false,
  letsIn: async () => true,
  assertAdministered: async () => undefined,
};
