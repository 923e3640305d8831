// The package has types only for one module with five thousand icons. Importing each icon from its own module keeps the
// build fast.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}
