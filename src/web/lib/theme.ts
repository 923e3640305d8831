/** Mantine's theme. Mantine's components use the design tokens of theme.css. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { commonWords } from '#shared/words/screen.ts';

const teal: MantineColorsTuple = [
  '#eaf6f3',
  '#d3ebe6',
  '#a5d6cc',
  '#74c0b0',
  '#4fae9a',
  '#38a38d',
  '#0b6e5f',
  '#095c50',
  '#064a40',
  '#03372f',
];

const closeButton = { 'aria-label': commonWords.close };

const plain = { border: '1px solid transparent' };

/**
 * Maps Mantine's variants to our design tokens, so that each works in the light and the dark scheme. Colours other than
 * ours and red stay as in Mantine.
 */
const resolveVariant: VariantColorsResolver = (input) => {
  const isOurs = input.color === undefined || input.color === 'teal';
  if (input.variant === 'default') {
    const border = '1px solid var(--q-line)';
    return { background: 'var(--q-surface)', hover: 'var(--q-hover)', color: 'var(--q-ink)', border };
  }
  if (input.color === 'red' && (input.variant === 'filled' || input.variant === 'light')) {
    const background = input.variant === 'filled' ? '#b3261e' : 'var(--q-unpaid-soft)';
    const hover = input.variant === 'filled' ? '#97201a' : 'var(--q-unpaid-soft)';
    return { ...plain, background, hover, color: input.variant === 'filled' ? '#fff' : 'var(--q-unpaid)' };
  }
  if (!isOurs) return defaultVariantColorsResolver(input);
  if (input.variant === 'filled') {
    return {
      ...plain,
      background: 'var(--q-accent)',
      hover: 'var(--q-accent-hover)',
      color: 'var(--q-on-accent)',
    };
  }
  if (input.variant === 'light') {
    return {
      ...plain,
      background: 'var(--q-accent-soft)',
      hover: 'var(--q-accent-soft)',
      color: 'var(--q-accent)',
    };
  }
  if (input.variant === 'subtle') {
    return { ...plain, background: 'transparent', hover: 'var(--q-hover)', color: 'var(--q-soft)' };
  }
  return defaultVariantColorsResolver(input);
};

const tokens = {
  '--mantine-color-body': 'var(--q-bg)',
  '--mantine-color-text': 'var(--q-ink)',
  '--mantine-color-dimmed': 'var(--q-soft)',
  '--mantine-color-placeholder': 'var(--q-faint)',
  '--mantine-color-error': 'var(--q-unpaid)',
  '--mantine-color-default': 'var(--q-surface)',
  '--mantine-color-default-hover': 'var(--q-hover)',
  '--mantine-color-default-color': 'var(--q-ink)',
  '--mantine-color-default-border': 'var(--q-line)',
  '--mantine-color-disabled': 'var(--q-hover)',
  '--mantine-color-disabled-color': 'var(--q-faint)',
  '--mantine-color-disabled-border': 'var(--q-line)',
  '--mantine-primary-color-filled': 'var(--q-accent)',
  '--mantine-primary-color-filled-hover': 'var(--q-accent-hover)',
  '--mantine-primary-color-contrast': 'var(--q-on-accent)',
  '--mantine-color-anchor': 'var(--q-accent)',
};

export const tokensAsMantineVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: tokens,
  dark: tokens,
});

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 6, dark: 3 },
  colors: { teal },
  fontFamily: '"Inter Variable", "Noto Nastaliq Urdu", system-ui, -apple-system, "Segoe UI", sans-serif',
  fontSizes: {
    xs: 'var(--q-text-small)',
    sm: 'var(--q-text-large)',
    md: 'var(--q-text-large)',
    lg: 'var(--q-text-heading)',
    xl: 'var(--q-text-title)',
  },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  radius: { xs: '4px', sm: '9px', md: '9px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: resolveVariant,
  // Plain objects instead of `Menu.extend(…)`, because that would load the code of every component before sign-in.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', size: 36 } },
    Checkbox: { defaultProps: { radius: 'xs' } },
    // A closed list must leave the page, because it has the same label as its field.
    Combobox: { defaultProps: { keepMounted: false } },
    // Focus the first item, not Mantine's empty placeholder, which no screen reader can name.
    Menu: {
      defaultProps: { shadow: 'sm', transitionProps: { duration: 100 }, withInitialFocusPlaceholder: false },
    },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 120 },
        centered: true,
        radius: 'lg',
        closeButtonProps: closeButton,
      },
    },
    Notification: { defaultProps: { closeButtonProps: closeButton } },
    Switch: { defaultProps: { size: 'sm' } },
  },
});
