/** Maximum length of a commit subject; characters. */
const maxSubject = 72
const subjectPattern = /^[a-z][a-z0-9]*(?:, [a-z][a-z0-9]*)*: \S/

/**
 * Validates the subject of a commit message: `area: imperative summary`, at most 72 characters, no full stop. Returns
 * what is wrong, or null. Subjects that git writes itself (merge, revert, fixup) are accepted.
 *
 * @example subjectIssue('Fix bug.') // 'begin with the area, like “contracts: ”'
 */
export const subjectIssue = (message: string): string | null => {
  const [subject = ''] = message.split('\n')
  if (/^(?:Merge |Revert "|fixup! |squash! )/.test(subject)) return null
  if (!subjectPattern.test(subject)) return 'begin with the area, like “contracts: ”'
  if (subject.length > maxSubject) return `use at most ${maxSubject} characters, not ${subject.length}`
  return subject.endsWith('.') ? 'end without a full stop' : null
}
