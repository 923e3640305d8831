/** Bytes as a person reads them: `4,999.5 MB`. */
export const inMegabytes = (bytes: number): string =>
  `${(bytes / 1024 / 1024).toLocaleString('en-GB', { maximumFractionDigits: 1 })} MB`;
