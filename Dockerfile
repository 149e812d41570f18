# docker build -t doorstep .        How to run it: docs/operations.md, and deploy/compose.yaml

FROM node:24.21.0-trixie-slim AS web
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node_modules/.bin/vite build --logLevel warn

FROM node:24.21.0-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  # What only the web app is built from.
  && npm uninstall --no-save --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund @radix-ui/react-tabs @tailwindcss/node \
    @tailwindcss/vite @tanstack/react-virtual @vitejs/plugin-react idb lucide react react-dom \
    signature_pad tailwindcss vite

FROM node:24.21.0-trixie-slim
# What `doorstep backup` and `doorstep restore` work with. It must not be older than the database.
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 700 /data \
  && printf '#!/bin/sh\nexec node --disable-warning=ExperimentalWarning /app/server/doorstep.ts "$@"\n' \
    > /usr/local/bin/doorstep \
  && chmod 755 /usr/local/bin/doorstep
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY domain domain
COPY protocol protocol
COPY crm crm
COPY server server
COPY scripts/postgres-programs.mjs scripts/
COPY --from=web /app/web/dist web/dist

# A container is reached from outside, so PUBLIC_URL must be set too. Nothing is written outside /data and /tmp.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
USER node
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that SIGTERM reaches it; the role may follow: --role=api.
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "server/main.ts"]
