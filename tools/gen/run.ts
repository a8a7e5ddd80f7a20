import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consoleTypesFile, printConsoleTypes } from './console-types.ts';
import { functionsFile, printFunctionsPage } from './functions-page.ts';
import { permissionsFile, printPermissionsPage } from './permissions-page.ts';
import { printConsoleSchema, schemaFile } from './schema-graphql.ts';
import { printSettingsPage, settingsFile } from './settings-page.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Every generated file with its present text. */
export function generatedFiles(): { path: string; text: string }[] {
  return [
    { path: schemaFile, text: printConsoleSchema() },
    { path: consoleTypesFile, text: printConsoleTypes() },
    { path: settingsFile, text: printSettingsPage() },
    { path: functionsFile, text: printFunctionsPage() },
    { path: permissionsFile, text: printPermissionsPage() },
  ];
}

/** Generated files whose text on disk is not what the sources say. */
export async function staleFiles(): Promise<string[]> {
  const stale: string[] = [];
  for (const { path, text } of generatedFiles()) {
    const onDisk = await readFile(join(root, path), 'utf8').catch(() => '');
    if (onDisk !== text) stale.push(path);
  }
  return stale;
}

if (import.meta.main) {
  for (const { path, text } of generatedFiles()) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    console.log(`written: ${path}`);
  }
}
