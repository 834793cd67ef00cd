/** Addresses of databases on the test server. */

/** The same server, another database. */
export function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
