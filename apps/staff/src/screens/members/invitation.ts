/** The secret part of an invitation in an answer; null where there is none, such as while it waits. */
export const invitationIn = (answer: unknown): string | null => {
  if (typeof answer !== 'object' || answer === null || !('invitation' in answer)) return null
  return typeof answer.invitation === 'string' ? answer.invitation : null
}

/** The link that is handed over; what stands behind # never reaches a server. */
export const invitationLink = (origin: string, secret: string): string => `${origin}/console/join#${secret}`
