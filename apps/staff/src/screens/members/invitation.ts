/** Secret of an invitation in a response; null if absent, e.g. while it waits for a second manager. */
export const invitationIn = (answer: unknown): string | null => {
  if (typeof answer !== 'object' || answer === null || !('invitation' in answer)) return null
  return typeof answer.invitation === 'string' ? answer.invitation : null
}

/** Invitation link. The secret is in the URL fragment, which browsers do not send to servers. */
export const invitationLink = (origin: string, secret: string): string => `${origin}/console/join#${secret}`
