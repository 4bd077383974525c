import { z } from 'zod';
import { endpoints, type ResponseData } from './endpoints.ts';

type Limits = ResponseData<'getSession'>['limits'];

/** The limits that GET /session returns, derived from the endpoints. */
export const endpointLimits: Limits = Object.fromEntries(
  Object.values(endpoints).map(({ method, path, perMinute, body }) => [
    `${method} ${path}`,
    { requestsPerMinute: perMinute, maxItems: body ? maxItemsOf(body) : {} },
  ]),
);

function maxItemsOf(body: z.ZodObject): Record<string, number> {
  const { properties = {} } = z.toJSONSchema(body, { io: 'input' });
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      typeof field === 'object' && field.maxItems !== undefined ? [[name, field.maxItems]] : [],
    ),
  );
}
