import { useMantineColorScheme } from '@mantine/core';

export type ColorScheme = 'dark' | 'light' | 'auto';

/** The chosen scheme (`auto` follows the system) and the function that changes it; kept in this browser. */
export function useColorScheme(): {
  colorScheme: ColorScheme;
  setColorScheme: (scheme: ColorScheme) => void;
} {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return { colorScheme, setColorScheme };
}
