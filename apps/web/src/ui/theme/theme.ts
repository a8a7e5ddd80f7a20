import { createTheme } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';

// The three tuples repeat the raw scales of tokens.css: Mantine computes with literal values and cannot read variables.
const azure: MantineColorsTuple = [
  '#ecf4ff',
  '#d9e9ff',
  '#b9d7ff',
  '#93c1fe',
  '#71abfa',
  '#4f96f2',
  '#3080e4',
  '#1a6ed0',
  '#125aae',
  '#124686',
];
const gray: MantineColorsTuple = [
  '#f6f7f9',
  '#f1f3f4',
  '#e7eaec',
  '#d9dcdf',
  '#b3b8bd',
  '#9399a0',
  '#616870',
  '#474e56',
  '#2e343a',
  '#1c2126',
];
const dark: MantineColorsTuple = [
  '#e4e6e9',
  '#b1b6bc',
  '#8e949b',
  '#5f6469',
  '#44484c',
  '#2c2f33',
  '#202225',
  '#1a1d1f',
  '#141618',
  '#0e0f11',
];

/** Mantine's side of the design tokens. Only `ui/` imports Mantine. */
export const theme = createTheme({
  fontFamily: 'var(--mg-font)',
  fontFamilyMonospace: 'var(--mg-mono)',
  fontSmoothing: true,
  fontSizes: { '2xs': '11px', xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.3334', sm: '1.5385', md: '1.5715', lg: '1.5', xl: '1.4' },
  headings: { fontFamily: 'var(--mg-font)', fontWeight: '600' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'var(--mg-shadow-1)',
    sm: 'var(--mg-shadow-1)',
    md: 'var(--mg-shadow-2)',
    lg: 'var(--mg-shadow-2)',
    xl: 'var(--mg-shadow-3)',
  },
  colors: { azure, dark, gray },
  primaryColor: 'azure',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  activeClassName: '',
  breakpoints: { xs: '30em', sm: '48em', md: '68.75em', lg: '87.5em', xl: '100em' },
});

const schemeVariables = {
  '--mantine-color-body': 'var(--mg-bg)',
  '--mantine-color-text': 'var(--mg-text)',
  '--mantine-color-bright': 'var(--mg-text-strong)',
  '--mantine-color-dimmed': 'var(--mg-text-3)',
  '--mantine-color-placeholder': 'var(--mg-text-3)',
  '--mantine-color-anchor': 'var(--mg-accent)',
  '--mantine-color-error': 'var(--mg-danger)',
  '--mantine-color-default': 'var(--mg-raised)',
  '--mantine-color-default-hover': 'var(--mg-hover)',
  '--mantine-color-default-color': 'var(--mg-text)',
  '--mantine-color-default-border': 'var(--mg-line-2)',
  '--mantine-color-disabled': 'var(--mg-neutral-bg)',
  '--mantine-color-disabled-color': 'var(--mg-text-4)',
  '--mantine-color-disabled-border': 'var(--mg-line)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables,
  dark: schemeVariables,
});
