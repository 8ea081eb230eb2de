/** Time in ms for one question of an account's check. A person waits for the answer. */
export const CHECK_LIMITS = { connectMs: 5000, deadlineMs: 8000 };
