/** `root`: the project's folder, everywhere here. What the functions promise is said in `install.mjs`. */
export function pinnedNode(root: string): string | undefined;
export function isInstalledAsLocked(root: string): boolean;
export function installPackages(root: string): void;
