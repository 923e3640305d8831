/** The key under which Mantine stores the chosen scheme. Without a choice the system's scheme applies. */
const key = 'mantine-color-scheme-value';

const systemDark = matchMedia('(prefers-color-scheme: dark)');

function apply(): void {
  const chosen = localStorage.getItem(key);
  const isDark = chosen === 'dark' || (chosen !== 'light' && systemDark.matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
}

/**
 * Applies light or dark before the first frame, and follows the system. The sign-in form is shown without Mantine, so
 * Mantine cannot do this.
 */
export function applyColourScheme(): void {
  apply();
  systemDark.addEventListener('change', apply);
}
