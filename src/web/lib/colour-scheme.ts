/** Where the component library keeps what a person chose; without a choice it is the computer's. */
const key = 'mantine-color-scheme-value';

/** Light or dark from the first frame on, before the component library has come. */
export function applyColourScheme(): void {
  const chosen = localStorage.getItem(key);
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
}
