/** The path of the API for integrations. */
export const publicApi = '/api/v1/ext';
