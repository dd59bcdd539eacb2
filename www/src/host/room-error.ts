// Why a room cannot be reached, in plain words. The client of NATS tells its errors apart by their names, and a browser tells a page nothing of
// why a WebSocket did not open.

/** A sentence for what `server` answered, or for what kept it from answering, on a page of `origin`. */
export function roomError(error: unknown, server: string, origin: string): string {
  const { name, message } = error instanceof Error ? error : { name: "", message: "" };
  const host = URL.canParse(server) ? new URL(server).host : server;
  if (name === "URIError")
    return "The user or the password in the address cannot be read: a % in them is written %25.";
  if (/module|import/i.test(message))
    return "The part of the page that connects could not be loaded: there is no connection, or a newer version has taken its place. Reload the page.";
  if (/maximum .*connections? exceeded/i.test(message)) return `${host} is full. Try again later.`;
  switch (name) {
    case "AuthorizationError":
    case "UserAuthenticationExpiredError":
      return `${host} refuses this user or password. Copy the whole address again.`;
    case "PermissionViolationError":
      return `${host} does not let this user into rooms. Use the address for browsers.`;
    case "TimeoutError":
      return `${host} did not answer in time.`;
    case "ConnectionError":
    case "SecurityError":
      return `No server answered at ${host}. It may not run there, this computer may not trust its certificate, or it may not allow pages of ${origin}.`;
  }
  return message ? `${host} answered: ${message}.` : `${host} closed the connection.`;
}
