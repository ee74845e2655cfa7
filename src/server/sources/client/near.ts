/** 127.0.0.0/8, ::1 and localhost, in the one form that URL brings them into. */
export const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.+\.)?localhost)$/.test(hostname);
