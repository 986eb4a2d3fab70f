/** Code with which the oldest live socket of a user is closed where there are more than five. */
export const CLOSED_MANY = 4429;
