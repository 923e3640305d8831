/** For Mantine's fields: what is written runs in its own direction. Their `dir` would turn the icons as well. */
export const ownDirection = { input: { dir: 'auto' } };
