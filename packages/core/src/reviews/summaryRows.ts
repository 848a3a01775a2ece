/** The newest rows of each kind that the summary of a customer under review counts; older ones are not counted. */
export const summaryRows = 100
