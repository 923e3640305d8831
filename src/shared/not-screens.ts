/** Addresses of the server that are no screens of the web app. A wrong one gets a failure and not the page. */
export const notScreens =
  /^\/(api|files|webhooks|assets|healthz|readyz|metrics|third-party-notices\.txt|p)(\/|$|\?)/;
