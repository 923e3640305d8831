/** The key under which Mantine stores the chosen scheme. Without a choice the system's scheme applies. */
const key = 'mantine-color-scheme-value';

/** Applies light or dark before the first frame, before Mantine has loaded. */
export function applyColourScheme(): void {
  const chosen = localStorage.getItem(key);
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
}
