/** The same call in three languages; each snippet runs as it is. */
export function callSnippets(baseUrl: string, token: string) {
  const url = `${baseUrl}/session`;
  return [
    {
      language: 'curl',
      label: 'curl command',
      code: `curl ${url} \\\n  -H "Authorization: Bearer ${token}"`,
    },
    {
      language: 'TypeScript',
      label: 'TypeScript code',
      code: `const response = await fetch("${url}", {
  headers: { Authorization: "Bearer ${token}" },
});
console.log(await response.json());`,
    },
    {
      language: 'Python',
      label: 'Python code',
      code: `import json
import urllib.request

request = urllib.request.Request(
    "${url}",
    headers={"Authorization": "Bearer ${token}"},
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`,
    },
  ];
}
