/**
 * Paths of the server that are not screens of the web app. An unknown address below them gets an error, not the page.
 */
export const notScreens =
  /^\/(api|files|webhooks|assets|healthz|readyz|metrics|third-party-notices\.txt|p)(\/|$|\?)/;
