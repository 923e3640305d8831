/** Addresses of the server that are no screens of the web app: a wrong one is answered as a failure, not with the page. */
export const notScreens =
  /^\/(api|files|webhooks|assets|healthz|readyz|metrics|third-party-notices\.txt|p)(\/|$|\?)/;
