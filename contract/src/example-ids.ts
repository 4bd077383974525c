/** The fictional cast of every example. */
export const exampleIds = {
  workspace: '019c8a10-0001-7000-8000-5a1d3c7e9b20',
  user: '019c8a10-0002-7000-8000-8be2f40c6d13',
  token: '019c8a10-0003-7000-8000-c94f1a7d2e58',
  amara: '019c8a10-0004-7000-8000-1f6b8d3a5c72',
  henrik: '019c8a10-0005-7000-8000-e07c2b9f4a61',
  stranger: '019c8a10-0006-7000-8000-7d3e5f1b8c94',
  list: '019c8a10-0007-7000-8000-2c8a6e4d0f17',
  tag: '019c8a10-0008-7000-8000-b5d91c3f7e42',
  campaign: '019c8a10-0009-7000-8000-43f0a8e6d2c9',
  draft: '019c8a10-000a-7000-8000-9a7e5c1d3b86',
  job: '019c8a10-000b-7000-8000-60d4b2f8a1e3',
  conversation: '019c8a10-000c-7000-8000-f21c9e7b5d30',
  message: '019c8a10-000d-7000-8000-85a3d7c0e4f6',
  event: '019c8a10-000e-7000-8000-3e9b1f6d8a25',
  webhook: '019c8a10-000f-7000-8000-d7f42a0c9e18',
  request: '019c8a10-0010-7000-8000-6b2f0d9c4e71',
} as const;
