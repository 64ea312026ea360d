/** Seconds. After a reconnect, info.uptime may be wrong until the next ping, which comes within 22.5 s. */
export const pingSeconds = 30;
